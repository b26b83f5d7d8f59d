import * as z from 'zod/mini'
import { BASES, type Base } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { ERROR_CODES } from '#contract/kernel/error-codes.ts'

type JsonObject = Record<string, unknown>

type Side = 'input' | 'output'

/** Cache of generated schemas: generating is slow, and a process that restarts its server needs them again. */
const made = { input: new WeakMap<object, JsonObject>(), output: new WeakMap<object, JsonObject>() }

function jsonSchema(schema: z.ZodMiniType, io: Side): JsonObject {
  const known = made[io].get(schema)
  if (known) return known
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io, unrepresentable: 'any' })
  made[io].set(schema, rest)
  return rest
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'Words for a person.' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Each bad field and the rule it broke.',
    },
  },
}

/** Splits a flat input into path parameters and the rest, as `splitPath` of the contract does at run time. */
function parametersOf(call: AnyCall): { path: JsonObject[]; rest: JsonObject; required: string[] } {
  const schema = jsonSchema(call.input, 'input')
  const properties = { ...(schema.properties as JsonObject | undefined) }
  const required = (schema.required as string[] | undefined) ?? []
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const path = names.map((name) => {
    const parameter = { name, in: 'path', required: true, schema: properties[name] }
    delete properties[name]
    return parameter
  })
  return { path, rest: properties, required: required.filter((name) => !names.includes(name)) }
}

function operationOf(call: AnyCall, base: Base): JsonObject {
  const { path, rest, required } = parametersOf(call)
  const query = Object.entries(rest).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const body = { type: 'object', properties: rest, required, additionalProperties: false }
  const inputs =
    call.method === 'GET'
      ? { parameters: [...path, ...query] }
      : {
          parameters: path,
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
        }
  return {
    operationId: `${base}:${call.key}`,
    tags: [call.path.includes('/') ? call.path.slice(0, call.path.indexOf('/')) : 'reports'],
    summary: call.key,
    description: `Access: ${call.access}. Without a network: ${call.offline.kind}.`,
    ...(call.access === 'public' ? { security: [] } : {}),
    ...inputs,
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: jsonSchema(call.output, 'output') } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

/**
 * Returns the OpenAPI 3.0 document of every declared call, generated from the schemas that check them. `version` is the
 * product's.
 */
export function openApiDocument(calls: Iterable<AnyCall>, version: string): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const call of calls)
    for (const base of call.base === 'both' ? (['api', 'php'] as const) : [call.base]) {
      const path = BASES[base].prefix + call.path
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, base) }
    }
  return {
    openapi: '3.0.3',
    info: { title: 'Readroom', version },
    security: [{ bearer: [] }, { token: [] }],
    paths,
    components: {
      schemas: { Refusal: ERROR_SCHEMA },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'header', name: BASES.php.headers.token },
      },
    },
  }
}
