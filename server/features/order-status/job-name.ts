/** Names the queue of what senders of orders are told; never changed, because jobs of it are stored. */
export const orderStatusJob = { name: 'integrations/order_status' } as const
