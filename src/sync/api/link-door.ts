/**
 * Which link session a tab of a public page goes on with after a reload. The door is no secret: what opens it is a cookie
 * that no script reads and that ends with the browser's session.
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
