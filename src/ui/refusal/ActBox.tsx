import { Stack, type StackProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { RefusalNote } from './RefusalNote.tsx'
import type { ActParts } from './use-act.ts'

export interface ActBoxProps extends Pick<StackProps, 'align' | 'maw'> {
  parts: ActParts
  /** What was not done, if the message alone does not say it. */
  title?: string
  /** The act's button and its neighbours. */
  children: ReactNode
}

/** A standalone button, in a row or on a bar: a refusal is shown below it. */
export function ActBox({ parts: [box, act], title, align = 'flex-start', maw, children }: ActBoxProps) {
  return (
    <Stack ref={box} gap={4} align={align} maw={maw}>
      {children}
      <RefusalNote act={act} title={title} />
    </Stack>
  )
}
