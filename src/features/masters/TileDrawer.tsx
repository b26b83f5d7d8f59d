import { useLocation, useNavigate } from 'react-router-dom'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { TILE_RULES, TILE_TITLES, type TileKey } from '#domain/access/tiles.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { TILES } from './tiles.tsx'

export interface TileDrawerProps {
  tile: TileKey
  session: SessionFields
}

/** The drawer of a tile, on the right; the browser's back button closes it, and closing it goes back. */
export function TileDrawer({ tile, session }: TileDrawerProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const cameFromHub = (state as { fromHub?: boolean } | null)?.fromHub === true
  const close = () => void (cameFromHub ? navigate(-1) : navigate('/master', { replace: true }))
  const Element = TILES[tile].element
  const isReaders = TILE_RULES[tile](session)
  return (
    <SideDrawer title={TILE_TITLES[tile]} opened onClose={close}>
      {isReaders ? <Element /> : <EmptyState title={ERROR_CODES.not_permitted.message} />}
    </SideDrawer>
  )
}
