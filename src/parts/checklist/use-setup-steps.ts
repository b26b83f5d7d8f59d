import { ownClientCalls } from '#contract/calls/platform.ts'
import { type SetupStep, setupStepsOf } from '#domain/access/setup-steps.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useMastersAnswer } from '#src/sync/masters/use-masters-answer.ts'
import { useSession } from '#src/sync/session/session.ts'

export interface SetupState {
  step: SetupStep
  is_done: boolean
}

const NONE: readonly SetupState[] = []

const askSteps = async (signal: AbortSignal): Promise<readonly SetupState[]> =>
  (await callApi(ownClientCalls.setupState, {}, { signal })).result.steps

/** Returns the remaining setup steps of the reader's client; reloaded when this page changes a master. */
export function useSetupSteps(): readonly SetupState[] {
  const session = useSession()
  const isWanted = session !== undefined && setupStepsOf(session).length > 0
  return useMastersAnswer(askSteps, { isWanted, none: NONE })
}
