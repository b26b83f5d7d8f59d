const ATTRIBUTES = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'] as const

/**
 * Returns the words in Latin letters on the page, in its text and its labels for screen readers, other than
 * `data` (names and numbers of the record) and the choice of the language, where each language has its own
 * name.
 */
export function englishLeft(data: readonly string[]): string[] {
  const texts = [...document.body.querySelectorAll('*')]
    .filter((element) => element.closest('[lang="en"], style, script, output') === null)
    .flatMap((element) => [
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? ''),
      ...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''),
    ])
  const without = (text: string) => data.reduce((rest, one) => rest.replaceAll(one, ''), text)
  return texts.map((text) => text.trim()).filter((text) => /\p{Script=Latin}/u.test(without(text)))
}

/** Makes the browser request a language, as its settings do. */
export function browserSpeaks(...languages: string[]): void {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
}
