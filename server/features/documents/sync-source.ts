import { studyPartSource } from '../study-parts/part-source.ts'
import { studyDocuments } from './public/store.ts'

/** Documents are synced to the devices that have their study; files are downloaded when they are viewed. */
export const documentSource = studyPartSource('document', (tx, _caller, ids) => studyDocuments.byId(tx, ids))
