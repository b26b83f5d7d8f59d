/** Steps that close the server in the reverse order of its opening, even if it ends half-way through the start. */
export class Shutdown {
  readonly #steps: (() => Promise<unknown>)[] = []
  #running: Promise<void> | undefined

  get hasBegun(): boolean {
    return this.#running !== undefined
  }

  /** Adds a step that runs before all that were added earlier. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  /** Runs all steps; a failing step does not stop the rest, and its error is thrown at the end. */
  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    const failures: unknown[] = []
    // A step may be added while an earlier one is awaited, if the server was still starting.
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
}
