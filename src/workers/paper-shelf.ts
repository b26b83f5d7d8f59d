import { openShelf } from '#render/fonts/font-shelf.ts'
import shelfData from '#render/fonts/shelf.json' with { type: 'json' }

/** Every font available for papers; the table is 100 kB, so this file is loaded on demand. */
export const shelf = openShelf(shelfData)
