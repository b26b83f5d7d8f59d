export { decimalsOf } from '#server/masters/decimals.ts'
