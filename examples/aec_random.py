"""Three random agents play London through PettingZoo: masks, rewards and the end of a game."""

from anden.envs import anden_v0

env = anden_v0.env(board="london", players=3, reward="win", render_mode="ansi")
env.reset(seed=7)

rewards = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    observation, reward, is_terminated, is_truncated, _ = env.last()
    rewards[agent] += reward
    if is_terminated or is_truncated:
        if len(env.agents) == 1:
            print(env.render())
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))

print(rewards)
