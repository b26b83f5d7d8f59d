/** Sign-out is refused because this many changes have not reached the server yet. */
export class UnsentWorkError extends Error {
  readonly count: number

  constructor(count: number) {
    super(`${count} changes wait to be sent`)
    this.name = 'UnsentWorkError'
    this.count = count
  }
}
