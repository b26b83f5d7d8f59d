import { openShelf } from '#render/fonts/font-shelf.ts'
import shelfData from '#render/fonts/shelf.json' with { type: 'json' }

/** Every font that a paper can be set in; the table is a hundred kilobytes, so this file is loaded when it is needed. */
export const shelf = openShelf(shelfData)
