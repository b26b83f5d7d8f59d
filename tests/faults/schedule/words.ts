import type { NetworkFault } from '../sim/network.ts'
import type { Schedule, Seat, Step } from './step.ts'

const seat = ({ device, tab }: Seat) => `device ${device + 1} tab ${tab + 1}`

function faultWords(fault: NetworkFault): string {
  if (fault.kind === 'status')
    return `answer ${fault.status} ${fault.code || 'of a gateway'}${fault.retryAfter === undefined ? '' : `, again after ${fault.retryAfter} s`}`
  if (fault.kind === 'slow') return `slow by ${fault.requestMs} and ${fault.answerMs} ms`
  if (fault.kind === 'late copy') return `a copy arrives ${fault.afterMs} ms later`
  if (fault.kind === 'silence') return `no word comes back${fault.isDone ? ', though it is done' : ''}`
  if (fault.kind === 'each') return `each change is answered ${fault.code}`
  return fault.kind
}

type StepOf<K extends Step['do']> = Extract<Step, { do: K }>

const WORDS: { [K in Step['do']]: (step: StepOf<K>) => string } = {
  save: (step) =>
    `${seat(step)}: ${step.isFresh ? 'opens' : 'goes on in'} study ${step.study + 1}, saves as ${step.status}${step.isPoisoned ? ' what no report may hold' : ''}`,
  assign: (step) =>
    `${seat(step)}: assigns study ${step.study + 1} to ${step.to === null ? 'nobody' : `doctor ${step.to + 1}`}`,
  verify: (step) => `${seat(step)}: verifies study ${step.study + 1}`,
  open: (step) => `${seat(step)}: looks at study ${step.study + 1}`,
  settle: (step) => `${seat(step)}: merges the conflicts`,
  retry: (step) => `${seat(step)}: sends again what was refused`,
  'give up': (step) => `${seat(step)}: gives up the last change that waits`,
  wait: ({ ms }) => `${ms} ms pass`,
  fault: ({ device, fault, on }) =>
    `device ${device + 1}: the next ${on === 'any' ? 'request' : on} meets: ${faultWords(fault)}`,
  cut: ({ device, ms }) => `device ${device + 1}: the line is cut for ${ms} ms`,
  'session over': ({ device, ms }) => `device ${device + 1}: the session is over for ${ms} ms`,
  clock: ({ device, byMs }) => `device ${device + 1}: the clock is set by ${byMs / 3_600_000} h`,
  lock: ({ device, ms }) => `device ${device + 1}: the vault is locked for ${ms} ms`,
  'disk full': ({ device, ms }) => `device ${device + 1}: the disk is full for ${ms} ms`,
  'close tab': (step) => `${seat(step)} is closed`,
  'kill tab': (step) => `${seat(step)} dies at step ${step.steps} from here`,
  'open tab': ({ device }) => `device ${device + 1}: a tab is opened`,
  freeze: (step) => `${seat(step)} is frozen for ${step.ms} ms`,
  'kill server': ({ at, ms }) =>
    `the server is killed ${at === 'now' ? 'now' : `at the next write, ${at}`}, back after ${ms} ms`,
  'slow write': ({ ms }) => `the next write takes ${ms} ms to commit`,
}

/** A step in words. */
export const wordsOf = (step: Step): string => (WORDS[step.do] as (step: Step) => string)(step)

/** A schedule in words, one step a line. */
export function scheduleInWords({ seed, devices, steps }: Schedule): string {
  const who = devices.map(
    ({ user, tabs }, n) => `device ${n + 1} of doctor ${user + 1} with ${tabs} tab${tabs > 1 ? 's' : ''}`,
  )
  const lines = steps.map((step, n) => `  ${String(n + 1).padStart(2)}. ${wordsOf(step)}`)
  return [`  ${who.join(', ')}; latencies of seed ${seed}`, ...lines].join('\n')
}
