import type { AnyCall } from '#contract/kernel/define-call.ts'
import type { FiguresContext } from '#src/parts/figures/use-figures-context.ts'
import { type Panel, usePanel } from '#src/parts/figures/use-panel.ts'

/** The place and filters of the page's panels. */
export interface FlowContext extends FiguresContext {
  modality: string | undefined
  departmentId: string | undefined
}

/** Returns the filter fields in the form the calls take. */
export const narrowing = ({ modality, departmentId }: Pick<FlowContext, 'modality' | 'departmentId'>) => ({
  ...(modality === undefined ? {} : { modality }),
  ...(departmentId === undefined ? {} : { department_id: departmentId }),
})

/** Returns the figures of a panel whose call is filtered by modality and department. */
export function useFlowPanel<C extends AnyCall>(call: C, place: FlowContext): Panel<C> {
  return usePanel(call, place, narrowing(place))
}
