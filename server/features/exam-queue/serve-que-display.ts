import type { FastifyInstance } from 'fastify'
import { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { createQueDisplayHandlers } from './display-handlers.ts'
import { DisplayThrottle } from './display-throttle.ts'
import { serveDisplayStream } from './serve-display-stream.ts'

/** Mounts the public display: its calls and its stream share one throttle. */
export function serveQueDisplay(app: FastifyInstance): void {
  const throttle = new DisplayThrottle()
  const { fileLinks } = app.kernel
  serveCalls(app, queDisplayCalls, createQueDisplayHandlers({ fileLinks, throttle }))
  serveDisplayStream(app, throttle)
}
