import { studyPartSource } from '../study-parts/part-source.ts'
import { studyDocuments } from './store.ts'

/** Documents travel wherever their study does; their files are fetched when they are looked at. */
export const documentSource = studyPartSource('document', (tx, _caller, ids) => studyDocuments.byId(tx, ids))
