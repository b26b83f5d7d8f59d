import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { FiguresPlace } from '#src/parts/figures/use-figures-place.ts'
import { type Panel, usePanel } from '#src/parts/figures/use-panel.ts'

/** What the panels of the page are about. */
export interface FlowPlace extends FiguresPlace {
  modality: string | undefined
}

/** The figures of a panel whose call is narrowed by the modality. */
export function useFlowPanel<C extends AnyCall>(call: C, place: FlowPlace): Panel<C> {
  return usePanel(call, place, place.modality === undefined ? {} : { modality: place.modality })
}
