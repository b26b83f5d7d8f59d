import { Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { homeTilesOf } from '#domain/access/dashboard.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { SetupChecklist } from '#src/parts/checklist/SetupChecklist.tsx'
import { LicenceNote } from '#src/parts/licence/LicenceNote.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { ScreenIcon } from '#src/ui/ScreenIcon.tsx'
import classes from './home.module.css'
import { TodoBlock } from './todo/TodoBlock.tsx'
import { HOME_WORDS as WORDS } from './words.ts'

export interface ShortcutsProps {
  session: SessionFields
}

/** The home screen of persons without the analytics dashboard: open tasks, and their menu as tiles. */
export function Shortcuts({ session }: ShortcutsProps) {
  const entries = homeTilesOf(session)
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={WORDS.welcome(session.name)} />
      <LicenceNote />
      <TodoBlock session={session} />
      <SetupChecklist />
      {entries.length === 0 ? (
        <EmptyState title={WORDS.noShortcuts} />
      ) : (
        <section aria-labelledby="shortcuts">
          <Title order={2} id="shortcuts" mb="sm">
            {WORDS.shortcuts}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
            {entries.map(({ route, label }) => (
              <Paper key={route} component={Link} to={route} className={classes.tile}>
                <Group wrap="nowrap">
                  <ScreenIcon path={route} size={20} />
                  <Text>{label}</Text>
                </Group>
              </Paper>
            ))}
          </SimpleGrid>
        </section>
      )}
    </>
  )
}
