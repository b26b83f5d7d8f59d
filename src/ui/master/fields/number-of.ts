/**
 * Returns the typed number. During typing the input gives text that would be shortened as a number (`12.50`, `12.`);
 * anything that is not a number stays as it is, for the check to refuse.
 */
export function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}
