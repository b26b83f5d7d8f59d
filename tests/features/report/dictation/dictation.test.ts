import { beforeEach, expect, test } from 'vitest'
import { Dictation } from '#src/features/report/dictation/dictation.ts'
import { FakeRecogniser } from './fake-recogniser.ts'

let engine: FakeRecogniser
let dictation: Dictation
let text: string[]
let canLand: boolean
let now: number

beforeEach(() => {
  engine = new FakeRecogniser()
  text = []
  canLand = true
  now = 0
  dictation = new Dictation({
    land: (utterance) => {
      if (canLand) text.push(utterance)
      return canLand
    },
    now: () => now,
  })
})

const state = () => dictation.state()

test('undecided words are shown and inserted once decided', () => {
  dictation.start(engine, 'en-GB')
  expect(engine.starts).toEqual(['en-GB'])
  engine.interim('the lungs')
  expect(state()).toMatchObject({ phase: 'listening', interim: 'the lungs' })
  expect(text).toEqual([])
  engine.final('the lungs are clear')
  expect(text).toEqual(['the lungs are clear'])
  expect(state()).toMatchObject({ interim: '', landed: 'the lungs are clear', held: [] })
})

test('stopping inserts the last words before it ends', () => {
  dictation.start(engine, 'en-US')
  engine.interim('no effusion')
  dictation.stop()
  expect([engine.stops, state().phase]).toEqual([1, 'stopping'])
  engine.final('no effusion')
  engine.end()
  expect(text).toEqual(['no effusion'])
  expect(state()).toMatchObject({ phase: 'off', held: [], interim: '' })
})

test('undecided words are held, and inserted on request', () => {
  dictation.start(engine, 'en-US')
  engine.interim('no effusion')
  dictation.stop()
  engine.end()
  expect(state().held).toEqual(['no effusion'])
  expect(dictation.holdsWords()).toBe(true)
  dictation.insertHeld()
  expect(text).toEqual(['no effusion'])
  expect([state().held, dictation.holdsWords()]).toEqual([[], false])
})

test.each(['network', 'microphone', 'refused', 'language', 'failed', 'taken'] as const)(
  'an error (%s) stops, is reported, and loses nothing',
  (error) => {
    dictation.start(engine, 'en-US')
    engine.final('one')
    engine.interim('two')
    engine.fail(error)
    engine.end()
    expect(state()).toMatchObject({ phase: 'off', problem: error, held: ['two'] })
    expect(engine.starts).toHaveLength(1)
    expect(text).toEqual(['one'])
  },
)

test('an engine that ends after a silence is restarted, until the person stops', () => {
  dictation.start(engine, 'en-US')
  for (const round of [1, 2, 3, 4, 5]) {
    now += 10_000
    engine.end()
    expect(engine.starts).toHaveLength(round + 1)
  }
  engine.final('still heard')
  expect(text).toEqual(['still heard'])
  dictation.stop()
  engine.end()
  expect(state().phase).toBe('off')
  expect(engine.starts).toHaveLength(6)
})

test('an engine that repeatedly ends at once is given up and named', () => {
  dictation.start(engine, 'en-US')
  for (const _ of [1, 2, 3]) engine.end()
  expect(state()).toMatchObject({ phase: 'off', problem: 'silent' })
  expect(engine.starts).toHaveLength(3)
})

test('words without an editor are held in order, and later ones wait behind them', () => {
  dictation.start(engine, 'en-US')
  canLand = false
  engine.final('one')
  canLand = true
  engine.final('two')
  expect([text, state().held]).toEqual([[], ['one', 'two']])
  dictation.insertHeld()
  expect([text, state().held]).toEqual([['one', 'two'], []])
  canLand = false
  engine.final('three')
  dictation.insertHeld()
  expect(state().held).toEqual(['three'])
  dictation.discardHeld()
  expect(state().held).toEqual([])
})

test('results after the end of a session are not used for the next one', () => {
  const late = new FakeRecogniser()
  dictation.start(late, 'en-US')
  dictation.stop()
  late.end()
  dictation.start(engine, 'en-US')
  late.final('a ghost')
  late.end()
  expect(text).toEqual([])
  expect(state().phase).toBe('listening')
})

test('a second start during the first has no effect', () => {
  dictation.start(engine, 'en-US')
  dictation.start(engine, 'it-IT')
  expect(engine.starts).toEqual(['en-US'])
})
