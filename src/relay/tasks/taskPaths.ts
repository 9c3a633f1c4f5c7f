import { isOperationName } from './taskLayers.ts';

/**
 * Where tasks of a kind are submitted and looked up. The contract says that they exist and shows no path
 * (section 4, rule 6), so any paths can be given; those that relays of this kind have are in `taskPaths`.
 */
export interface TaskPaths {
  readonly submit: `/${string}`;
  /** With '{id}' where the task's id goes. */
  readonly query: `/${string}`;
  /** GET by default. POST sends `{"ids": ["<id>"]}`, and the path may do without '{id}'. */
  readonly queryMethod?: 'GET' | 'POST';
  /** Where the result itself can be had from the relay, with '{id}'. */
  readonly content?: `/${string}`;
  /** Fields of the body without which nothing is submitted. */
  readonly needs?: readonly string[];
}

export const taskPaths = {
  videoGenerations: {
    submit: '/v1/video/generations',
    query: '/v1/video/generations/{id}',
    needs: ['model', 'prompt'],
  },
  videos: {
    submit: '/v1/videos',
    query: '/v1/videos/{id}',
    content: '/v1/videos/{id}/content',
    needs: ['model', 'prompt'],
  },
  klingTextToVideo: {
    submit: '/kling/v1/videos/text2video',
    query: '/kling/v1/videos/text2video/{id}',
    needs: ['prompt'],
  },
  klingImageToVideo: {
    submit: '/kling/v1/videos/image2video',
    query: '/kling/v1/videos/image2video/{id}',
    needs: ['image'],
  },
  sunoMusic: { submit: '/suno/submit/music', query: '/suno/fetch/{id}' },
  sunoLyrics: { submit: '/suno/submit/lyrics', query: '/suno/fetch/{id}', needs: ['prompt'] },
  midjourneyImagine: {
    submit: '/mj/submit/imagine',
    query: '/mj/task/{id}/fetch',
    content: '/mj/image/{id}',
    needs: ['prompt'],
  },
} as const satisfies Readonly<Record<string, TaskPaths>>;

/** A path with a task's id in it. */
export function fillPath(path: `/${string}`, id: string): `/${string}` {
  const written = isOperationName(id) ? id : encodeURIComponent(id);
  return path.replaceAll('{id}', () => written) as `/${string}`;
}
