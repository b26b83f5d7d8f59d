import { expect, test } from 'vitest'
import { createBrowserRecogniser } from '#src/features/report/dictation/browser-recogniser.ts'
import { findOffer, type OfferGrounds } from '#src/features/report/dictation/find-offer.ts'
import type { RecogniserEvent } from '#src/features/report/dictation/recogniser.ts'
import { fakeSpeech, resultEvent } from './fake-speech.ts'

const grounds = (part: Partial<OfferGrounds>): OfferGrounds => ({
  speech: undefined,
  language: 'en-US',
  mayLeaveDevice: false,
  isOnline: true,
  ...part,
})

test('a browser without recognition offers nothing and says why', async () => {
  expect(await findOffer(grounds({}))).toEqual({ kind: 'none', reason: 'no_recogniser' })
})

test('recognition on the device is used if the browser supports it, for the first known tag', async () => {
  const { Speech, asked } = fakeSpeech({ 'es-419': 'unavailable', 'es-MX': 'available' })
  const offer = await findOffer(grounds({ speech: Speech, language: 'es-PA', mayLeaveDevice: true }))
  expect(offer).toMatchObject({ kind: 'ready', isOnDevice: true, tag: 'es-MX' })
  expect(asked.every(({ processLocally }) => processLocally)).toBe(true)
  const british = fakeSpeech({ 'en-GB': 'available' })
  expect(await findOffer(grounds({ speech: british.Speech, language: 'en-UK' }))).toMatchObject({
    tag: 'en-GB',
  })
})

test('a language that the browser can download is offered for download', async () => {
  const { Speech } = fakeSpeech({ 'en-US': 'downloadable' })
  const offer = await findOffer(grounds({ speech: Speech }))
  expect(offer.kind).toBe('fetchable')
  expect(offer.kind === 'fetchable' && (await offer.install())).toBe(true)
})

test('speech leaves the device only if an administrator allows it, and only online', async () => {
  const { Speech } = fakeSpeech(undefined)
  expect(await findOffer(grounds({ speech: Speech }))).toEqual({ kind: 'none', reason: 'only_away' })
  expect(await findOffer(grounds({ speech: Speech, mayLeaveDevice: true, isOnline: false }))).toEqual({
    kind: 'none',
    reason: 'away_offline',
  })
  const away = await findOffer(grounds({ speech: Speech, mayLeaveDevice: true, language: 'en-UK' }))
  expect(away).toMatchObject({ kind: 'ready', isOnDevice: false, tag: 'en-GB' })
})

test('a recogniser on the device sets the browser’s flag, and a remote one does not', () => {
  const { Speech, made } = fakeSpeech({ 'en-US': 'available' })
  createBrowserRecogniser(Speech, true).start('en-US', () => {})
  createBrowserRecogniser(Speech, false).start('en-GB', () => {})
  expect(
    made.map(({ lang, processLocally, continuous, interimResults }) => [
      lang,
      processLocally,
      continuous,
      interimResults,
    ]),
  ).toEqual([
    ['en-US', true, true, true],
    ['en-GB', false, true, true],
  ])
})

test('results arrive as they are decided, each once, the undecided ones together', () => {
  const { Speech, made } = fakeSpeech({})
  const told: RecogniserEvent[] = []
  const recogniser = createBrowserRecogniser(Speech, true)
  recogniser.start('en-US', (event) => told.push(event))
  const [speech] = made
  speech?.dispatchEvent(
    resultEvent(
      [
        ['the lungs', false],
        [' are', false],
      ],
      0,
    ),
  )
  speech?.dispatchEvent(resultEvent([['the lungs are clear ', true]], 0))
  speech?.dispatchEvent(
    resultEvent(
      [
        ['the lungs are clear', true],
        ['no', false],
      ],
      1,
    ),
  )
  expect(told).toEqual([
    { kind: 'interim', text: 'the lungs are' },
    { kind: 'final', text: 'the lungs are clear' },
    { kind: 'interim', text: '' },
    { kind: 'interim', text: 'no' },
  ])
  recogniser.stop()
  expect(speech?.isRunning).toBe(false)
})

test.each([
  ['network', 'network'],
  ['audio-capture', 'microphone'],
  ['not-allowed', 'refused'],
  ['service-not-allowed', 'refused'],
  ['language-not-supported', 'language'],
  ['something-new', 'failed'],
  ['no-speech', undefined],
  ['aborted', undefined],
] as const)('the browser’s error "%s" is %s', (error, told) => {
  const { Speech, made } = fakeSpeech({})
  const events: RecogniserEvent[] = []
  createBrowserRecogniser(Speech, true).start('en-US', (event) => events.push(event))
  made[0]?.dispatchEvent(Object.assign(new Event('error'), { error }))
  made[0]?.dispatchEvent(new Event('end'))
  expect(events).toEqual([...(told ? [{ kind: 'error', error: told }] : []), { kind: 'end' }])
})

test('a browser that refuses to start ends at once', () => {
  const { Speech } = fakeSpeech({}, { breaksAtStart: true })
  const events: RecogniserEvent[] = []
  createBrowserRecogniser(Speech, true).start('en-US', (event) => events.push(event))
  expect(events).toEqual([{ kind: 'error', error: 'taken' }, { kind: 'end' }])
})
