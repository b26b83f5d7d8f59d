import { expect, test } from 'vitest'
import { CALLS } from '#contract/registry.ts'
import { openApiDocument } from '#server/kernel/openapi/document.ts'

const document = openApiDocument(CALLS.values(), '1.2.3') as {
  paths: Record<
    string,
    Record<string, { operationId: string; security?: unknown[]; parameters: { name: string }[] }>
  >
}

test('every declared call is in the document under its base and method', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(new Set(operations.map((one) => one.operationId.replace(/^(api|php):/, '')))).toEqual(
    new Set(CALLS.keys()),
  )
})

test('a path parameter is not repeated in the query', () => {
  const detail = document.paths['/phpapi/index.php/reportDetail/{id}']?.get
  expect(detail?.parameters.map((one) => one.name)).toEqual(['id'])
})

test('only public calls need no session', () => {
  expect(document.paths['/api/auth/login']?.post?.security).toEqual([])
  expect(document.paths['/api/study/getList']?.post?.security).toBeUndefined()
})
