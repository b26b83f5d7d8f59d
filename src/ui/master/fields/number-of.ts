/**
 * The number that was typed. While one is being typed the input gives text that would be cut short as a number (`12.50`,
 * `12.`); what is no number stays as it is, for the check to refuse.
 */
export function numberOf(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}
