const ATTRIBUTES = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'] as const

/**
 * What stands in Latin letters on the page, in its text and in what a reader is told of it, beside `data` (names and
 * numbers of the record) and the choice of the language, where each stands in its own.
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

/** Has the browser ask for a language, as its own settings do. */
export function browserSpeaks(...languages: string[]): void {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true })
}
