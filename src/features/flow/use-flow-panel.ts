import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { FiguresPlace } from '#src/parts/figures/use-figures-place.ts'
import { type Panel, usePanel } from '#src/parts/figures/use-panel.ts'

/** The place and filters of the page's panels. */
export interface FlowPlace extends FiguresPlace {
  modality: string | undefined
  departmentId: string | undefined
}

/** Returns the filter fields in the form the calls take. */
export const narrowing = ({ modality, departmentId }: Pick<FlowPlace, 'modality' | 'departmentId'>) => ({
  ...(modality === undefined ? {} : { modality }),
  ...(departmentId === undefined ? {} : { department_id: departmentId }),
})

/** Returns the figures of a panel whose call is filtered by modality and department. */
export function useFlowPanel<C extends AnyCall>(call: C, place: FlowPlace): Panel<C> {
  return usePanel(call, place, narrowing(place))
}
