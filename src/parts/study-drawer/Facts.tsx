import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './study-drawer.module.css'
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
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' || value === null || value === undefined ? WORDS.none : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
