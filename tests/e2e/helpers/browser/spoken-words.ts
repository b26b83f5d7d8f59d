import type { BrowserContext, Page } from '@playwright/test'

/** The control of a page's fake recogniser; it is in the page, independent of our code. */
interface Mouth {
  say: (words: string, isFinal: boolean) => void
  breakOff: (error: string) => void
}

/**
 * Gives every page of the context a SpeechRecognition that recognises on the device and returns the words of
 * a test. The app finds it in the place of the browser's own.
 */
export async function giveSpeech(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let tell: (event: Event) => unknown = () => undefined
    class SpokenWords extends EventTarget {
      static available = async () => 'available'
      static install = async () => true
      lang = ''
      continuous = false
      interimResults = false
      start() {
        tell = (event) => this.dispatchEvent(event)
      }
      stop() {
        queueMicrotask(() => this.dispatchEvent(new Event('end')))
      }
      abort() {
        this.stop()
      }
    }
    Object.defineProperty(SpokenWords.prototype, 'processLocally', { value: false, writable: true })
    const mouth: Mouth = {
      say: (transcript, isFinal) => {
        const results = [{ isFinal, 0: { transcript } }]
        tell(Object.assign(new Event('result'), { results, resultIndex: 0 }))
      },
      breakOff: (error) => {
        tell(Object.assign(new Event('error'), { error }))
        tell(new Event('end'))
      },
    }
    Object.assign(window, { SpeechRecognition: SpokenWords, mouth })
  })
}

/** Sends words to the page; with `isFinal` they are final results. */
export async function say(page: Page, words: string, isFinal = true): Promise<void> {
  await page.evaluate(([text, final]) => (window as unknown as { mouth: Mouth }).mouth.say(text, final), [
    words,
    isFinal,
  ] as const)
}

/** Ends the recogniser with a browser error. */
export async function breakOff(page: Page, error: string): Promise<void> {
  await page.evaluate((name) => (window as unknown as { mouth: Mouth }).mouth.breakOff(name), error)
}
