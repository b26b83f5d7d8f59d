import type { AnyCall, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { invalid, parseInput, withoutUnknownFields } from '#server/kernel/http/read-input.ts'

type Input = Readonly<Record<string, unknown>>

/** Throws if a queued call cannot read each of its earlier versions: a device may return with them at any time. */
export function demandUpcasts({ key, offline }: AnyCall): void {
  if (offline.kind !== 'queue') return
  const given = offline.upcast?.length ?? 0
  if (given !== offline.version - 1)
    throw new Error(
      `${key} is at version ${offline.version} and needs ${offline.version - 1} upcasts, one from each earlier version to the next; it has ${given}.`,
    )
}

/**
 * Returns the input of a queued command of any version ever shipped, in today's form. Fields that an earlier version
 * had and the current one lacks are dropped; only the current version is refused for unknown fields.
 */
export function parseVersion<C extends AnyCall>(
  call: C,
  version: number | undefined,
  input: Input,
): ParsedInputOf<C> {
  const { offline } = call
  if (offline.kind !== 'queue' || version === undefined || version >= offline.version)
    return parseInput(call, input)
  return parseInput(call, withoutUnknownFields(call, upcast(offline.upcast ?? [], version, input)))
}

// An upcast sees the sent input before any check.
function upcast(steps: readonly ((input: Input) => Input)[], version: number, input: Input): Input {
  try {
    return steps.slice(version - 1).reduce((older, step) => step(older), input)
  } catch {
    throw invalid({ input: `cannot be read as version ${version}` })
  }
}
