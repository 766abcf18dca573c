/** How many characters of a message a row of a list has room for: all messages are of one font and width. */
import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of the scroll bar, and of the button that shows all of a message, px. */
const besideMessage = 38;

/** `tenCharacters`: in what is laid out as a row's message. Without a layout: unlimited. */
export function useMessageRoom(tenCharacters: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = tenCharacters.current;
    if (element === null) return;
    const measure = (): void => {
      const character = element.getBoundingClientRect().width / 10;
      const width = element.parentElement?.clientWidth ?? 0;
      if (character > 0) setRoom(Math.floor((width - besideMessage) / character));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.parentElement !== null) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [tenCharacters]);
  return room;
}
