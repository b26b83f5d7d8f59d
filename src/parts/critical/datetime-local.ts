/** An instant as a `datetime-local` field holds it, in the reader's own zone; empty for none. */
export function toLocalField(instant: string | null): string {
  if (instant === null) return ''
  const time = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** The instant that such a field means; null where it is empty or no time. */
export function fromLocalField(value: string): string | null {
  const time = new Date(value)
  return value === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
