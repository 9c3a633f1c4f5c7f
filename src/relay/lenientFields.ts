import * as z from 'zod';

// Relays leave fields out, set them to null, and give them other types than they should. None of that is a
// reason to lose an answer: a field is what it should be, or absent.
export const text = z.string().nullish().catch(undefined);
export const count = z.number().nullish().catch(undefined);
