import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { FiguresPlace } from '#src/parts/figures/use-figures-place.ts'
import { type Panel, usePanel } from '#src/parts/figures/use-panel.ts'

/** What the panels of the page are about. */
export interface FlowPlace extends FiguresPlace {
  modality: string | undefined
  departmentId: string | undefined
}

/** What a call is narrowed by, as it takes it. */
export const narrowing = ({ modality, departmentId }: Pick<FlowPlace, 'modality' | 'departmentId'>) => ({
  ...(modality === undefined ? {} : { modality }),
  ...(departmentId === undefined ? {} : { department_id: departmentId }),
})

/** The figures of a panel whose call is narrowed by modality and department. */
export function useFlowPanel<C extends AnyCall>(call: C, place: FlowPlace): Panel<C> {
  return usePanel(call, place, narrowing(place))
}
