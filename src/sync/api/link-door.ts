/**
 * Remembers which link session a tab of a public page continues after a reload. The id is not secret: access needs a
 * cookie that no script can read and that ends with the browser session.
 */
export class LinkDoor {
  readonly #key: string

  constructor(page: string) {
    this.#key = `link-door:${page}`
  }

  keep(door: string): void {
    sessionStorage.setItem(this.#key, door)
  }

  find(): string | undefined {
    return sessionStorage.getItem(this.#key) ?? undefined
  }

  forget(): void {
    sessionStorage.removeItem(this.#key)
  }
}
