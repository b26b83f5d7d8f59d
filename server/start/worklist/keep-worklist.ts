import type { FastifyBaseLogger } from 'fastify'
import { type LoggedError, loggedError } from '#server/kernel/http/log.ts'
import type { WorklistHealth } from '#server/kernel/http/serve-health.ts'
import { listenInWords } from '../listen-words.ts'
import { type KeptNews, type KeptProcess, keepRunning } from './keep-running.ts'
import type { WorklistTask } from './messages.ts'
import { startWorklistProcess } from './start-process.ts'

interface WorklistKeeper {
  log: FastifyBaseLogger
  /** Where the server reports the worklist's health. */
  health: WorklistHealth
}

/**
 * Serves the modality worklist in its own process, which is restarted if it dies (docs/decisions/330). Throws a
 * readable error if it cannot listen at first; later ends and returns are logged.
 */
export async function keepWorklist(
  task: WorklistTask,
  { log, health }: WorklistKeeper,
): Promise<KeptProcess> {
  const place = {
    host: task.host,
    port: task.port,
    hostSetting: 'READROOM_WORKLIST_HOST',
    portSetting: 'READROOM_WORKLIST_PORT',
  }
  const onFailure = (failure: LoggedError, times: number) =>
    log.error({ ...failure, ...(times > 1 && { times }) }, 'a modality could not be given its worklist')
  const kept = await keepRunning(
    (signal) => listenInWords(place, () => startWorklistProcess({ task, onFailure, signal })),
    (news) => {
      health.state = news.kind === 'back' ? 'running' : 'stopped'
      logNews(log, news)
    },
  )
  health.state = 'running'
  return kept
}

function logNews(log: FastifyBaseLogger, news: KeptNews): void {
  if (news.kind === 'back') log.warn({ process: news.pid }, 'the worklist of the machines is back')
  else if (news.kind === 'ended')
    log.error(
      { how: news.how, next_ms: news.pauseMs },
      'the worklist of the machines ended and is started again',
    )
  else
    log.error(
      { err: loggedError(news.error), next_ms: news.pauseMs },
      'the worklist of the machines could not be started again',
    )
}
