import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SHELL_WORDS as WORDS } from '../words.ts'

export interface NotBuiltYetProps {
  screen: string
  /** What a person can do in the meantime. */
  instead: string
  /** The screen that does it, where there is one. */
  link?: { to: string; label: string }
}

/** The honest page of a screen that has its route but no content yet. */
export function NotBuiltYet({ screen, instead, link }: NotBuiltYetProps) {
  return (
    <EmptyState
      isPage
      title={WORDS.notBuilt(screen)}
      hint={instead}
      action={
        link && (
          <Anchor component={Link} to={link.to}>
            {link.label}
          </Anchor>
        )
      }
    />
  )
}
