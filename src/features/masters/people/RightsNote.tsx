import { Alert, List, Text } from '@mantine/core'
import type { RightsChange } from '#domain/access/rights-change.ts'
import classes from './people.module.css'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface RightsNoteProps {
  change: RightsChange
  /** The persons who gain or lose the permissions. */
  names: readonly string[]
}

/** Shows before a save which permissions it grants or removes, and for whom. */
export function RightsNote({ change: { gives, takes }, names }: RightsNoteProps) {
  if (gives.length === 0 && takes.length === 0) return null
  return (
    <Alert
      className={classes.rights}
      // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- a long list scrolls by the keys too
      tabIndex={0}
      color={takes.length > 0 ? 'orange' : 'blue'}
      title={WORDS.rightsTitle}
      role="region"
      aria-label={WORDS.rightsTitle}
      aria-live="polite"
    >
      <Part title={WORDS.gives} rights={gives} />
      <Part title={WORDS.takes} rights={takes} />
      <Text size="sm" mt="xs">
        {names.length === 0 ? WORDS.fromNobody : WORDS.fromWhom(names)}
      </Text>
    </Alert>
  )
}

function Part({ title, rights }: { title: string; rights: readonly string[] }) {
  if (rights.length === 0) return null
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" mb={4}>
        {rights.map((right) => (
          <List.Item key={right}>{right}</List.Item>
        ))}
      </List>
    </>
  )
}
