import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FactList } from '#src/ui/FactList.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

export interface FactsProps {
  title: string
  /** Name and value; an empty value is shown as a dash, so that it is visibly missing. */
  facts: readonly (readonly [string, ReactNode])[]
}

/** Names and values of a part of the study. */
export function Facts({ title, facts }: FactsProps) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      <FactList
        isDense
        width={210}
        facts={facts.map(([name, value]) => [
          name,
          value === '' || value === null ? WORDS.none : (value ?? WORDS.none),
        ])}
      />
    </section>
  )
}
