import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paletteOf } from '#domain/access/menu.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { APP_KEYS } from '#src/ui/keys/app-keys.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import { ScreenIcon } from '#src/ui/ScreenIcon.tsx'
import { FRAME_WORDS as WORDS } from './frame-words.ts'
import { findsRecords, PaletteFound, PaletteVisit } from './PaletteFound.tsx'
import { PALETTE_WORDS as PALETTE } from './palette-words.ts'

/** Shorter texts would match almost every study. */
const SHORTEST_SEARCH = 2
const LIST_ID = 'palette-actions'

export interface PaletteProps {
  session: SessionFields
}

/** Ctrl+K: go to a screen, or find a patient, a visit, a receipt or a study. */
export function Palette({ session }: PaletteProps) {
  const [query, setQuery] = useState('')
  useHeardKeys(['palette'])
  const navigate = useNavigate()
  const screens = paletteOf(session).filter(({ label }) => holdsWords([label], query))
  const [visitId, setVisitId] = useState<string>()
  const isSearch = query.trim().length >= SHORTEST_SEARCH && findsRecords(session)

  return (
    <>
      <Spotlight.Root
        query={query}
        onQueryChange={setQuery}
        shortcut={APP_KEYS.palette.combos[0].replace('-', '+')}
        tagsToIgnore={[]}
        triggerOnContentEditable
        scrollable
        maxHeight={420}
        overlayProps={{ blur: 0 }}
        attributes={{ content: { 'aria-label': WORDS.search } }}
      >
        <Spotlight.Search
          placeholder={PALETTE.hint}
          aria-label={PALETTE.hint}
          leftSection={<IconSearch size={18} aria-hidden />}
        />
        <Spotlight.ActionsList id={LIST_ID}>
          {screens.length > 0 && (
            <Spotlight.ActionsGroup label={PALETTE.screens}>
              {screens.map(({ label, route, to }) => (
                <Spotlight.Action
                  key={to}
                  label={label}
                  leftSection={<ScreenIcon path={route} />}
                  onClick={() => void navigate(to)}
                />
              ))}
            </Spotlight.ActionsGroup>
          )}
          {isSearch && (
            <PaletteFound listId={LIST_ID} session={session} keyword={query.trim()} onVisit={setVisitId} />
          )}
          {screens.length === 0 && !isSearch && <Spotlight.Empty>{PALETTE.nothing}</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
      {visitId !== undefined && <PaletteVisit visitId={visitId} onClose={() => setVisitId(undefined)} />}
    </>
  )
}
