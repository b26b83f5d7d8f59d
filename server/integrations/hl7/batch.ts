import { escapeHl7 } from './escape.ts'

/** A file or batch of messages (HL7 2.5.1 section 2.10.3), split into its messages as received. */
export interface Batch {
  messages: Buffer[]
  /** The control ids of the file and of the batch; undefined without such an envelope. */
  fileId: string | undefined
  batchId: string | undefined
  /** The number of messages that the sender states (BTS-1); undefined if it states none. */
  told: number | undefined
}

const isEnvelope = (line: string) => /^(FHS|BHS|BTS|FTS)/.test(line)

/** Returns the messages of a batch, or undefined if the bytes are a single message. Splits bytes, not characters. */
export function batchOf(bytes: Buffer): Batch | undefined {
  const lines = bytes
    .toString('latin1')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimStart())
  const first = lines.find((line) => line !== '') ?? ''
  if (!/^(FHS|BHS)/.test(first)) return undefined
  const messages: string[][] = []
  for (const line of lines) {
    if (line === '' || isEnvelope(line)) continue
    if (line.startsWith('MSH')) messages.push([line])
    // Content before the first message belongs to none and is acknowledged as a message of its own.
    else if (messages.length === 0) messages.push([line])
    else messages.at(-1)?.push(line)
  }
  return {
    messages: messages.map((one) => Buffer.from(one.join('\r'), 'latin1')),
    fileId: controlIdOf(lines, 'FHS'),
    batchId: controlIdOf(lines, 'BHS'),
    told: toldOf(lines),
  }
}

/** In FHS-11 and BHS-11. */
function controlIdOf(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((one) => one.startsWith(name))
  return line === undefined ? undefined : (line.split(line.charAt(3))[10] ?? '')
}

function toldOf(lines: readonly string[]): number | undefined {
  const line = lines.find((one) => one.startsWith('BTS')) ?? ''
  const told = line.split(line.charAt(3) || '|')[1] ?? ''
  return /^\d{1,9}$/.test(told) ? Number(told) : undefined
}

/** Builds the response to a batch: the acknowledgement of each message, in the envelopes of the batch. */
export function buildBatchAck(
  { messages, fileId, batchId, told }: Batch,
  acks: readonly string[],
  now: Date,
): string {
  const time = `${now.toISOString().replace(/[-:T]/g, '').slice(0, 14)}+0000`
  const head = (name: string, id: string) =>
    `${name}|^~\\&|READROOM||||${time}||||ACK${time.slice(0, 14)}|${escapeHl7(id)}`
  const missing = told !== undefined && told !== messages.length
  const comment = missing ? `|${messages.length} messages came, and BTS-1 says ${told}` : ''
  const lines = [
    ...(fileId === undefined ? [] : [head('FHS', fileId)]),
    ...(batchId === undefined ? [] : [head('BHS', batchId)]),
    ...acks.map((ack) => ack.replace(/\r$/, '')),
    ...(batchId === undefined ? [] : [`BTS|${acks.length}${comment}`]),
    ...(fileId === undefined ? [] : ['FTS|1']),
  ]
  return `${lines.join('\r')}\r`
}
