import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { SessionFields } from '#domain/access/session.ts'
import { findTile, tilesOf } from '#domain/access/tiles.ts'
import { SetupChecklist } from '#src/parts/checklist/SetupChecklist.tsx'
import { LicenceNote } from '#src/parts/licence/LicenceNote.tsx'
import { useSession } from '#src/sync/session/session.ts'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { MasterFaults } from './MasterFaults.tsx'
import { TileDrawer } from './TileDrawer.tsx'
import { TileGrid } from './TileGrid.tsx'
import { useReadAhead } from './use-read-ahead.ts'
import { HUB_WORDS as WORDS } from './words.ts'

/**
 * The settings hub: the reader's tiles, and the drawer that the address names
 * (docs/masters.md#who-sees-which-tile).
 */
export default function MastersHub() {
  const session = useSession()
  const { tile: slug } = useParams()
  return session ? <SignedInHub session={session} slug={slug} /> : null
}

function SignedInHub({ session, slug }: { session: SessionFields; slug: string | undefined }) {
  const [word, setWord] = useState('')
  const tiles = useMemo(() => tilesOf(session), [session])
  useReadAhead(tiles)
  const clear = useCallback(() => setWord(''), [])
  const tile = slug === undefined ? undefined : findTile(slug, session)
  if (slug !== undefined && tile === undefined) return <UnknownTile />
  return (
    <>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <SearchField type="search" label={WORDS.filter} value={word} onChange={setWord} w={260} />
      </PageHeader>
      <LicenceNote isAlways />
      <SetupChecklist />
      <MasterFaults />
      <TileGrid tiles={tiles} word={word} onClear={clear} />
      {tile && <TileDrawer tile={tile} session={session} />}
    </>
  )
}

function UnknownTile() {
  return (
    <EmptyState
      isPage
      title={WORDS.unknown}
      hint={WORDS.unknownHint}
      action={
        <Button component={Link} to="/master" variant="default">
          {WORDS.toHub}
        </Button>
      }
    />
  )
}
