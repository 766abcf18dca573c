// errorlog::RecordScanner as a JavaScript class.
#pragma once

#include <napi.h>

namespace snapscope::addon {

/// The class `RecordScanner`:
///
///   new RecordScanner(leadTable, startsOfLead, columns)
///                                           errorlog::Leads; columns: an object of typed arrays
///                                           named as in errorlog::Columns, and `found`, a
///                                           Uint32Array of six
///   scan(characters, lineEnd, from, linesBefore, timeBeforeMs, isEnd)
///                                           fills the columns; `found` is errorlog::Found in order
///   keepSource(characters, id)
///   forget()
Napi::Function DefineRecordScanner(Napi::Env env);

/// narrow(utf16: Uint8Array, isBigEndian: boolean, to: Uint8Array): errorlog::Narrow.
void NarrowCharacters(const Napi::CallbackInfo& info);

}  // namespace snapscope::addon
