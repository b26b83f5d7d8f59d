import type { RefusedCommand } from '#src/sync/outbox/refused/refused-command.ts'

/** The props of each form for a refused change. */
export interface RefusedFormProps {
  refused: RefusedCommand
  onClose: () => void
  /** Called if the correction was refused as well: the form continues with that one. */
  onRefusedAgain: (id: string) => void
}
