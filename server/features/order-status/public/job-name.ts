/**
 * The queue of order states sent to the orders' senders; the name must not change, because jobs with it are stored.
 */
export const orderStatusJob = { name: 'integrations/order_status' } as const
