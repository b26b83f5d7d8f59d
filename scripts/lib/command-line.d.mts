import type { ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/** How a command is called. */
export interface CommandLine<O extends Options> {
  /** Everything that `--help` prints. */
  usage: string
  options?: O
  /** How many words beside the flags it takes, and what is said where one is missing; none by default. */
  words?: { min: number; max: number; missing?: string }
  /** What is wrong with the values, in words. */
  check?: (values: Values<O>, words: string[]) => string | undefined
}

export declare function readCommandLine<const O extends Options>(
  command: CommandLine<O>,
): { values: Values<O>; positionals: string[] }
