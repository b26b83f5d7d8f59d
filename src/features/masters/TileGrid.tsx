import { Button, Title } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { TILE_SLUGS, TILE_TITLES, type TileKey } from '#domain/access/tiles.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { TILE_GROUPS } from './groups.ts'
import classes from './masters.module.css'
import { TILES } from './tiles.tsx'
import { HUB_WORDS as WORDS } from './words.ts'

export interface TileGridProps {
  tiles: readonly TileKey[]
  word: string
  onClear: () => void
}

/** The router state for the drawer: the hub is one step back in the browser's history. */
export const FROM_HUB = { fromHub: true } as const

function PlainTileGrid({ tiles, word, onClear }: TileGridProps) {
  const isShown = (key: TileKey) => tiles.includes(key) && holdsWords([TILE_TITLES[key]], word)
  const groups = TILE_GROUPS.map((group) => ({ ...group, tiles: group.tiles.filter(isShown) })).filter(
    (group) => group.tiles.length > 0,
  )
  if (groups.length === 0)
    return (
      <EmptyState
        title={WORDS.nothing}
        hint={WORDS.nothingHint}
        action={
          <Button variant="default" onClick={onClear}>
            {WORDS.showAll}
          </Button>
        }
      />
    )
  return groups.map(({ title, tiles: shown }) => (
    <section key={title} className={classes.group} aria-label={title}>
      <Title order={2}>{title}</Title>
      <ul className={classes.grid}>
        {shown.map((key) => (
          <li key={key}>
            <TileLink tile={key} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** The reader's tiles by group, filtered by a word; memoised, so that an opened drawer does not rerender them. */
export const TileGrid = memo(PlainTileGrid)

function TileLink({ tile }: { tile: TileKey }) {
  const { icon: Icon } = TILES[tile]
  return (
    <Link to={`/master/${TILE_SLUGS[tile]}`} state={FROM_HUB} className={classes.tile}>
      <Icon size={22} stroke={1.5} aria-hidden />
      {TILE_TITLES[tile]}
    </Link>
  )
}
