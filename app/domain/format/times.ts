/**
 * Times for people. Durations have their units written out; a clock time is HH:MM:SS.ss of the
 * engine's or the log's clock, which has no zone; moments of this machine are shown in its zone.
 */
import { formatNumber, noValue } from "./numbers.ts";

const two = (value: number): string => String(value).padStart(2, "0");

/**
 * "20 ms", "31.35 s", "1 min 20.91 s", "2 h 05 min 03 s": milliseconds below a second, two decimals
 * below an hour, because that is what logs print. Rounded once, as a whole, so that 59.999 s becomes
 * 1 min 0.00 s.
 */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return noValue;
  const sign = ms < 0 ? "−" : "";
  if (Math.round(Math.abs(ms)) < 1000) return `${sign}${shortDuration(Math.abs(ms))}`;
  const hundredths = Math.round(Math.abs(ms) / 10);
  const seconds = hundredths / 100;
  if (seconds < 60) return `${sign}${formatNumber(seconds, 2)} s`;
  const minutes = Math.floor(hundredths / 6000);
  if (minutes < 60) {
    return `${sign}${minutes} min ${formatNumber((hundredths % 6000) / 100, 2)} s`;
  }
  const whole = Math.round(Math.abs(ms) / 1000);
  const hours = Math.floor(whole / 3600);
  return `${sign}${formatNumber(hours)} h ${two(Math.floor((whole % 3600) / 60))} min ${two(whole % 60)} s`;
}

/** Below a second; from 10 ms on without decimals. */
function shortDuration(ms: number): string {
  if (ms === 0) return "0 s";
  return `${formatNumber(ms, ms >= 9.95 ? 0 : ms >= 0.995 ? 1 : 2)} ms`;
}

/** A duration whose whole seconds have no hundredths, as lengths that somebody chose: "10 s", "3.27 s", "2 min 0 s", "14 ms". */
export function formatTidyDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || Math.abs(ms) >= 3_600_000) return formatDuration(ms);
  const isWhole = Math.abs(ms) >= 1000 && Math.round(ms / 10) % 100 === 0;
  return isWhole ? formatRoughDuration(ms) : formatDuration(ms);
}

/** A duration without hundredths, for estimates: "about" is the caller's word. "13 min 20 s". */
export function formatRoughDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return noValue;
  const sign = ms < 0 ? "−" : "";
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 60) return `${sign}${seconds} s`;
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${sign}${formatNumber(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Milliseconds of a response or a wait: "292 ms", "0.66 ms". */
export function formatMilliseconds(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return noValue;
  const size = Math.abs(ms);
  return `${formatNumber(ms, size === 0 || size >= 100 ? 0 : size >= 1 ? 1 : 2)} ms`;
}

/** `atMs` after `originMs` on the engine's or the log's clock: "21:56:05.46". */
export function formatClock(originMs: number, atMs: number): string {
  const time = new Date(Math.floor((originMs + atMs) / 10 + 1e-6) * 10);
  const hundredths = two(Math.floor(time.getUTCMilliseconds() / 10));
  return `${formatClockSeconds(originMs, atMs)}.${hundredths}`;
}

/** A clock without hundredths: "21:56:05". */
export function formatClockSeconds(originMs: number, atMs: number): string {
  const time = new Date(Math.floor((originMs + atMs) / 10 + 1e-6) * 10);
  return `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
}

/** A time before or after a moment that is called zero: "−0:12.50", "0:00.00", "+1:02:05.00". */
export function formatOffset(ms: number, digits: 0 | 2 | 3 = 2): string {
  const units = Math.round((Math.abs(ms) / 1000) * 10 ** digits);
  const fraction = String(units % 10 ** digits).padStart(digits, "0");
  const seconds = Math.floor(units / 10 ** digits);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const sign = units === 0 ? "" : ms < 0 ? "−" : "+";
  const whole = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${sign}${whole}:${two(seconds % 60)}${digits > 0 ? `.${fraction}` : ""}`;
}

/** "2006-10-23 21:48:07.22", a moment of that clock with its date. */
export function formatClockDate(originMs: number, atMs: number): string {
  const time = new Date(originMs + atMs);
  const date = `${time.getUTCFullYear()}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;
  return `${date} ${formatClock(originMs, atMs)}`;
}

/** A moment (UTC, ISO 8601) in the zone of this machine: "2026-05-04 14:03:22". */
export function formatMoment(iso: string | null | undefined): string {
  const time = new Date(iso ?? "");
  if (Number.isNaN(time.getTime())) return noValue;
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** A moment with its zone, for a tooltip: "2026-05-04 14:03:22, UTC+02:00 (Europe/Berlin)". */
export function formatMomentWithZone(iso: string | null | undefined): string {
  const time = new Date(iso ?? "");
  if (Number.isNaN(time.getTime())) return noValue;
  const minutes = -time.getTimezoneOffset();
  const size = Math.abs(minutes);
  const offset = `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${formatMoment(iso)}, ${offset}${zone ? ` (${zone})` : ""}`;
}
