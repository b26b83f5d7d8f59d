/** Space for the mark of a list item and for the bar of a quotation, in points. */
export const ITEM_INSET = 18
export const QUOTE_INSET = 12
