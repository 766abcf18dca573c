/** "UTC+2:00": how far a server's local time is from UTC. */
export function utcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const rest = String(size % 60).padStart(2, "0");
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(size / 60)}:${rest}`;
}
