import type { RefusedCommand } from '#src/sync/outbox/refused-command.ts'

/** What every form for a refused change is given. */
export interface RefusedFormProps {
  refused: RefusedCommand
  onClose: () => void
  /** The correction was refused as well: the form goes on with that one. */
  onRefusedAgain: (id: string) => void
}
