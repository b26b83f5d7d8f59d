import { type Random, randomFrom } from '#server/features/demo/random.ts'
import { DEMO_SIGN_IN } from '../../e2e/helpers/people.ts'
import type { BenchServer } from '../bench-server.ts'
import { type Figure, ms, timingOf } from '../figures.ts'
import { type BenchPerson, PATIENTS } from './desk-data.ts'
import { mistype } from './mistype.ts'

const RUNS = 60
/** In practice an index is in memory after the first hour. */
const WARMUP = 30

type Person = BenchPerson

/** One kind of search: the typed text, and the correct results. */
interface Way {
  name: string
  limitMs: number
  typed: (person: Person, random: Random) => string
  isRight: (person: Person, found: Person) => boolean
  /** The typed text may be nearer to another person: the count of hits is printed without a limit. */
  isVague?: true
}

const isSame = (person: Person, found: Person) => person.id === found.id
// Many people share a name: any of them is a correct result.
const isNamesake = (person: Person, found: Person) =>
  person.fname === found.fname && person.lname === found.lname

const WAYS: readonly Way[] = [
  { name: 'by an exact id', limitMs: 100, typed: ({ pat_id }) => pat_id, isRight: isSame },
  { name: 'by a phone number', limitMs: 100, typed: ({ mobile }) => mobile, isRight: isSame },
  {
    name: 'by a name with one wrong letter',
    limitMs: 500,
    typed: ({ fname, lname }, random) => `${fname} ${mistype(random, lname, 1)}`,
    isRight: isNamesake,
  },
  {
    name: 'by a name with one wrong letter in each word, family first',
    limitMs: 500,
    typed: ({ fname, lname }, random) => `${mistype(random, lname, 1)} ${mistype(random, fname, 1)}`,
    isRight: isNamesake,
  },
  {
    name: 'by a name with two wrong letters in a word',
    limitMs: 500,
    typed: ({ fname, lname }, random) => `${fname} ${mistype(random, lname, 2)}`,
    isRight: isNamesake,
  },
  {
    name: 'by a family name alone with two wrong letters',
    limitMs: 500,
    typed: ({ lname }, random) => mistype(random, lname, 2),
    isRight: ({ lname }, found) => found.lname === lname,
    isVague: true,
  },
]

/** Measures the search of patients among a million, by the desk's own call over HTTP with its session. */
export async function searchFigures({ url }: BenchServer, people: readonly BenchPerson[]): Promise<Figure[]> {
  const look = await searcher(url)
  const figures: Figure[] = []
  for (const way of WAYS) figures.push(await figureOf(way, people, look))
  return figures
}

type Look = (k: string) => Promise<Person[]>

async function searcher(url: string): Promise<Look> {
  const headers = { 'content-type': 'application/json', 'x-time-zone': 'Asia/Kolkata' }
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: DEMO_SIGN_IN.desk, password: DEMO_SIGN_IN.password }),
  })
  const { token } = (await signIn.json()) as { token: string }
  return async (k) => {
    const asked = new URLSearchParams({ k, ps: '25' })
    const answer = await fetch(`${url}/phpapi/index.php/patients?${asked}`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`patients answered ${answer.status}: ${await answer.text()}`)
    const { result } = (await answer.json()) as { result: { data: Person[] } }
    return result.data
  }
}

async function figureOf(
  { name, limitMs, typed, isRight, isVague }: Way,
  people: readonly Person[],
  look: Look,
): Promise<Figure> {
  const random = randomFrom(name)
  const times: number[] = []
  let missed = 0
  for (let run = -WARMUP; run < RUNS; run++) {
    const person = random.pick(people)
    const text = typed(person, random)
    const began = performance.now()
    const found = await look(text)
    if (run < 0) continue
    times.push(performance.now() - began)
    if (!found.some((one) => isRight(person, one))) missed += 1
  }
  const { p95, median } = timingOf(times)
  return {
    name: `a patient among ${PATIENTS.toLocaleString('en')} on the server, ${name}: p95`,
    value: `${ms(p95)}, ${RUNS - missed} of ${RUNS} found`,
    control: `median ${ms(median)}`,
    limit: `at most ${limitMs} ms${isVague ? '' : ', all found'}`,
    ok: p95 <= limitMs && (isVague || missed === 0),
  }
}
