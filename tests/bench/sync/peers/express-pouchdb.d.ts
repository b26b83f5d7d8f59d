// The package ships no types.
declare module 'express-pouchdb' {
  import type { RequestHandler } from 'express'
  export default function expressPouchdb(PouchDB: unknown, options?: Record<string, unknown>): RequestHandler
}
